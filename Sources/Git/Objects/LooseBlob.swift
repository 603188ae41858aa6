internal import GitObjects
internal import Glibc

/// A large blob in a file of its own, so that it can be read piece by piece.
struct LooseBlob: ~Copyable {
  /// The number of bytes above which a blob is read in pieces. A smaller one is read once, not twice.
  private static let large = 4 << 20

  private let file: Int32
  private let size: Int64
  /// The plain bytes before the content.
  private let prefix: [UInt8]

  deinit { close(file) }

  private init(file: Int32, size: Int64) {
    self.file = file
    self.size = size
    prefix = LooseObject.prefix(.blob, size: Int(size))
  }

  /// Finds a large blob; nil if the repository has no such file, or its hash does not match.
  ///
  /// The whole content is hashed here, so that no part of a damaged blob is passed on.
  static func find(_ id: ObjectID, in directory: GitDirectory) throws(ObjectStoreError) -> LooseBlob? {
    let name = LooseObject.name(of: id)
    guard let start = try? directory.read(name, atMost: LooseObject.headerBytes),
      let header = LooseObject.header(of: start), header.kind == .blob, header.size > large
    else { return nil }
    let file = open(directory.path(name), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let blob = LooseBlob(file: file, size: Int64(header.size))
    guard blob.hash() == id else { return nil }
    return blob
  }

  /// Reads the content piece by piece.
  ///
  /// - Throws: errors of `take`; `ObjectStoreError.failed` if the file was changed after it was found.
  func read(_ take: ([UInt8]) throws -> Void) throws {
    let head = prefix.count
    var passed = 0
    let total = try ObjectStream.inflate(file, at: 0, limit: Int64(head) + size) { piece in
      let skipped = min(piece.count, max(0, head - passed))
      passed += piece.count
      if skipped < piece.count { try take(skipped == 0 ? piece : Array(piece.dropFirst(skipped))) }
    }
    guard total == Int64(head) + size else {
      throw ObjectStoreError.failed("an object is shorter than its header says")
    }
  }

  /// Returns the hash of the header and the content; nil if the file is damaged.
  private func hash() -> ObjectID? {
    var hash = SHA1()
    let total = try? ObjectStream.inflate(file, at: 0, limit: Int64(prefix.count) + size) { piece in
      piece.withUnsafeBytes { hash.add($0) }
    }
    guard total == Int64(prefix.count) + size, let bytes = hash.finish() else { return nil }
    return ObjectID(bytes: bytes)
  }
}
