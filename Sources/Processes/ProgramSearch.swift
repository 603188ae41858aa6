internal import Glibc
package import Subprocess
internal import SystemPackage

/// Finds a program along `PATH` before it is started.
///
/// The process library searches for a name by starting a child for each folder of `PATH` until one works: with a dozen
/// folders before the right one that took longer than the fetch itself.
package enum ProgramSearch {
  /// Returns the program as an absolute path if it is found along `path`; else the name, so that the start reports the
  /// problem.
  package static func executable(_ program: String, path: String?) -> Executable {
    find(program, path: path).map { .path(FilePath($0)) } ?? .name(program)
  }

  /// Returns the path of the first executable file of that name along `path`; an absolute name is returned as it is.
  package static func find(_ program: String, path: String?) -> String? {
    if program.hasPrefix("/") { return program }
    for folder in (path ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let candidate = "\(folder)/\(program)"
      var status = stat()
      if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 {
        return candidate
      }
    }
    return nil
  }
}
