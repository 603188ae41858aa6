package import FileSystem
internal import Synchronization

/// A value in memory with a copy in a small file for the next start; any thread may change it.
///
/// Readers never wait for the disk. Changes are made one after the other, each with its write, so that none is lost and
/// the file never returns to an older value. A change blocks: from the cooperative pool it requires `onThread`.
package final class StoredTable<Value: Equatable & Sendable>: Sendable {
  private let file: StoredFile
  private let tree: (any FileTree)?
  private let durability: StoredFile.Durability
  private let encode: @Sendable (Value) -> [UInt8]?
  private let value: Mutex<Value>
  /// Whether the file has the current value; locked for the duration of a change.
  private let isStored = Mutex(true)

  /// Reads the value from the file.
  ///
  /// - Parameters:
  ///   - tree: the folder's files; nil keeps the value only in memory.
  ///   - limit: the largest size in bytes; a longer file was not written by Stet.
  ///   - durability: the durability of a change that returned.
  ///   - decode: converts the file's bytes; nil if the file does not exist or cannot be read.
  ///   - encode: returns the file's bytes; nil for a value that needs no file.
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

  package var current: Value { value.withLock { $0 } }

  /// Reads the value under its lock.
  package func look<Result: Sendable>(_ body: (Value) -> Result) -> Result { value.withLock { body($0) } }

  /// Writes the changed value to the file, then changes it in memory.
  ///
  /// - Throws: `FileError` if the file cannot be written; nothing is changed then.
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

  /// Changes the value in memory, then writes it to the file. After an error the value exists only in memory, and the
  /// next change writes it.
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
