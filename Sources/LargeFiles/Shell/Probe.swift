internal import Glibc

/// A temporary file among the objects here; a server that finds its name uses this very folder.
struct Probe: ~Copyable {
  /// A name that no file has.
  static let unused = "stet-probe"

  /// The file's name; `unused` if no file could be created.
  let name: String
  private let path: String?

  private init(_ name: String, _ path: String?) {
    self.name = name
    self.path = path
  }

  /// Creates a file that is deleted with this value.
  static func make(in folder: ObjectFolder) async -> Probe {
    let made = await DiskQueue.run { () throws(ObjectFolderError) -> String in
      try folder.makeFolder("\(folder.path)/objects")
      let name = "stet-probe-\(UInt64.random(in: .min ... .max))"
      _ = try OpenFile("\(folder.path)/objects/\(name)", O_RDWR | O_CREAT | O_EXCL)
      return name
    }
    guard let name = try? made.get() else { return Probe(unused, nil) }
    return Probe(name, "\(folder.path)/objects/\(name)")
  }

  deinit {
    if let path { unlink(path) }
  }
}
