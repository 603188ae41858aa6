internal import FileSystem
internal import WorkTree

extension FileTree {
  /// Keeps a copied store's journal and displaced files as rescue.
  func setAsideCopiedStore() throws(FileError) {
    try makeDirectories(.store("rescue"))
    var number = 1
    while try stamp(of: .store("rescue/\(number)")) != nil { number += 1 }
    try makeDirectories(.store("rescue/\(number)"))
    for folder in ["journal", "displaced", "tmp"] where try stamp(of: .store(folder)) != nil {
      try move(.store(folder), toNew: .store("rescue/\(number)/\(folder)"))
      try makeDirectories(.store(folder))
    }
    try remove(StatCache.file.location)
  }
}
