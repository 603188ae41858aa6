internal import CGit2
internal import GitObjects

/// A libgit2 backend for loose objects, read by `LooseObject`.
///
/// libgit2's own reader never returns from a truncated file. The database owns and frees the backend.
struct LooseBackend {
  /// The part that libgit2 knows; the first member, so that a pointer to it is a pointer to the whole.
  private var base: git_odb_backend
  /// The directory for the callbacks; a retained box.
  private let files: Unmanaged<Files>

  /// The box of the directory.
  private final class Files {
    let directory: GitDirectory
    init(_ directory: GitDirectory) { self.directory = directory }
  }

  /// Adds a backend for the `objects` directory of a repository to a database.
  ///
  /// - Throws: `.failed` if the database refuses it.
  static func add(_ directory: GitDirectory, to database: OpaquePointer) throws(ObjectStoreError) {
    let backend = UnsafeMutablePointer<LooseBackend>.allocate(capacity: 1)
    var base = git_odb_backend()
    git_odb_init_backend(&base, UInt32(GIT_ODB_BACKEND_VERSION))
    base.read = { data, size, kind, backend, oid in
      guard let backend, let oid, let object = LooseBackend.read(backend, oid) else { return GIT_ENOTFOUND.rawValue }
      guard let memory = git_odb_backend_data_alloc(backend, object.content.count) else { return -1 }
      object.content.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
      }
      data?.pointee = memory
      size?.pointee = object.content.count
      kind?.pointee = object.kind.type
      return 0
    }
    base.read_header = { size, kind, backend, oid in
      guard let backend, let oid, let header = LooseBackend.header(backend, oid) else { return GIT_ENOTFOUND.rawValue }
      size?.pointee = header.size
      kind?.pointee = header.kind.type
      return 0
    }
    base.exists = { backend, oid in
      guard let backend, let oid else { return 0 }
      return LooseBackend.files(of: backend).directory.exists(LooseObject.name(of: ObjectID(oid.pointee))) ? 1 : 0
    }
    base.free = { backend in
      guard let backend else { return }
      backend.withMemoryRebound(to: LooseBackend.self, capacity: 1) { whole in
        whole.pointee.files.release()
        whole.deinitialize(count: 1)
        whole.deallocate()
      }
    }
    backend.initialize(to: LooseBackend(base: base, files: .passRetained(Files(directory))))
    let status = backend.withMemoryRebound(to: git_odb_backend.self, capacity: 1) {
      git_odb_add_backend(database, $0, 1)
    }
    guard status == 0 else { throw GitError.last(status, "objects could not be opened") }
  }

  private static func files(of backend: UnsafeMutablePointer<git_odb_backend>) -> Files {
    backend.withMemoryRebound(to: LooseBackend.self, capacity: 1) { $0.pointee.files.takeUnretainedValue() }
  }

  private static func read(
    _ backend: UnsafeMutablePointer<git_odb_backend>, _ oid: UnsafePointer<git_oid>
  ) -> (kind: ObjectKind, content: [UInt8])? {
    let name = LooseObject.name(of: ObjectID(oid.pointee))
    guard let file = try? files(of: backend).directory.read(name) else { return nil }
    return LooseObject.parse(file)
  }

  private static func header(
    _ backend: UnsafeMutablePointer<git_odb_backend>, _ oid: UnsafePointer<git_oid>
  ) -> LooseObject.Header? {
    let name = LooseObject.name(of: ObjectID(oid.pointee))
    guard let start = try? files(of: backend).directory.read(name, atMost: LooseObject.headerBytes) else { return nil }
    return LooseObject.header(of: start)
  }
}
