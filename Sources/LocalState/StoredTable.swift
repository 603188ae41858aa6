package import FileSystem
internal import Synchronization

/// A value in memory that a small file has for the next start; changed from any thread.
///
/// Who reads it never waits for the disk. Changes come one after the other, each with its write, so that none is lost
/// and the file never goes back to an older value. They block: on the cooperative pool they are made by `onThread`.
package final class StoredTable<Value: Equatable & Sendable>: Sendable {
  private let file: StoredFile
  private let tree: (any FileTree)?
  private let durability: StoredFile.Durability
  private let encode: @Sendable (Value) -> [UInt8]?
  private let value: Mutex<Value>
  /// Whether the file has the value; held as long as a change takes.
  private let isStored = Mutex(true)

  /// Reads the value.
  ///
  /// - Parameters:
  ///   - tree: the folder's files; nil keeps nothing over a stop.
  ///   - limit: bytes; a longer file is none of Stet's.
  ///   - durability: of a change that returned.
  ///   - decode: takes the file's bytes, nil where there is none or it cannot be read.
  ///   - encode: gives the file's bytes; nil for a value that needs no file.
  package init(
    _ file: StoredFile, in tree: (any FileTree)?, limit: Int64, _ durability: StoredFile.Durability,
    decode: ([UInt8]?) -> Value,
    encode: @escaping @Sendable (Value) -> [UInt8]?
  ) {
    self.file = file
    self.tree = tree
    self.durability = durability
    self.encode = encode
    value = Mutex(decode(tree.flatMap { (try? file.read(from: $0, limit: limit)) ?? nil }))
  }

  /// The value.
  package var current: Value { value.withLock { $0 } }

  /// Looks at the value, which does not change meanwhile.
  package func look<Result: Sendable>(_ body: (Value) -> Result) -> Result { value.withLock { body($0) } }

  /// Changes the value when the file has it.
  ///
  /// - Throws: `FileError` where the file cannot be written; then nothing changes.
  @discardableResult
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) throws(FileError) -> Result {
    try isStored.withLock { isStored throws(FileError) in
      let before = current
      var changed = before
      let result = body(&changed)
      if changed != before || !isStored { try write(changed) }
      isStored = true
      value.withLock { $0 = changed }
      return result
    }
  }

  /// Changes the value, and then the file. What cannot be written is known until the stop, and written with the next
  /// change.
  @discardableResult
  package func changeAtOnce<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    isStored.withLock { isStored in
      let before = current
      let (result, changed) = value.withLock { value in
        let result = body(&value)
        return (result, value)
      }
      if changed != before || !isStored { isStored = tryToWrite(changed) }
      return result
    }
  }

  /// Writes the value where the file has another one.
  ///
  /// - Throws: `FileError` where the file cannot be written.
  package func store() throws(FileError) {
    try isStored.withLock { isStored throws(FileError) in
      if !isStored { try write(current) }
      isStored = true
    }
  }

  private func tryToWrite(_ value: Value) -> Bool {
    do throws(FileError) { try write(value) } catch { return false }
    return true
  }

  private func write(_ value: Value) throws(FileError) {
    guard let tree else { return }
    guard let bytes = encode(value) else { return try file.remove(from: tree) }
    try file.write(bytes, durability, in: tree)
  }
}
