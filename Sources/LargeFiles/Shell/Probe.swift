internal import Glibc

/// A file among the objects here by whose name a server can tell that its folder is this one.
struct Probe: ~Copyable {
  /// No file has this name.
  static let unused = "stet-probe"

  /// What the file is called; `unused` where there can be none.
  let name: String
  private let path: String?

  private init(_ name: String, _ path: String?) {
    self.name = name
    self.path = path
  }

  /// Makes one, which goes with this value.
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
