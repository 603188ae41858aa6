import Git
import GitObjects
import TestSupport

/// Stock git in a folder of a test, without the user's configuration.
extension TemporaryFolder {
  /// Makes a folder with a new repository.
  static func withRepository() throws -> (folder: TemporaryFolder, repository: Repository) {
    let folder = TemporaryFolder()
    try NewRepository.create(root: folder.path, branch: "main")
    return (folder, try Repository(root: folder.path))
  }

  /// Returns the ids of all loose objects of the repository here, in no order.
  func looseObjects() throws -> [ObjectID] {
    try run(["find", path + "/.git/objects", "-type", "f", "-path", "*/objects/??/*"]).split(separator: "\n").compactMap
    {
      ObjectID(hex: $0.suffix(41).filter { $0 != "/" })
    }
  }

  /// Runs stock git here and returns its output.
  @discardableResult
  func git(_ arguments: String...) throws -> String { try git(arguments) }

  /// Runs stock git here and returns its output.
  @discardableResult
  func git(_ arguments: [String]) throws -> String { try run(["git", "-C", path] + arguments) }

  /// Runs a program and returns its output, errors last.
  @discardableResult
  func run(_ arguments: [String]) throws -> String {
    let outcome = try Program.run(arguments).mustSucceed()
    return outcome.output + outcome.errors
  }
}
