internal import CGit2

/// The repository's own configuration; other configuration files are not read.
package struct RepositorySettings {
  let repository: Repository

  /// Whether a missing branch log is created; git's default for a repository with a work tree.
  var logsReferences: Bool { flag("core.logallrefupdates") ?? true }

  /// Returns a value of the configuration; nil if it has none.
  package func text(_ name: String) -> String? {
    guard let config = snapshot() else { return nil }
    defer { git_config_free(config) }
    return Self.value(name, in: config)
  }

  /// Returns a boolean of the configuration; nil if it has none or the value is not a boolean.
  package func flag(_ name: String) -> Bool? {
    guard let config = snapshot() else { return nil }
    defer { git_config_free(config) }
    var value: Int32 = 0
    guard git_config_get_bool(&value, config, name) == 0 else {
      git_error_clear()
      return nil
    }
    return value != 0
  }

  /// Returns a value of a configuration file, for a directory that libgit2 cannot open as a repository yet; nil if it
  /// has none.
  static func text(_ name: String, in directory: GitDirectory) -> String? {
    var config: OpaquePointer?
    guard (try? LibGit2.setUp()) != nil, git_config_open_ondisk(&config, directory.path("config")) == 0 else {
      git_error_clear()
      return nil
    }
    defer { git_config_free(config) }
    var snapshot: OpaquePointer?
    guard git_config_snapshot(&snapshot, config) == 0 else {
      git_error_clear()
      return nil
    }
    defer { git_config_free(snapshot) }
    return value(name, in: snapshot)
  }

  /// Returns a value of a configuration snapshot; nil if it has none.
  private static func value(_ name: String, in snapshot: OpaquePointer?) -> String? {
    var value: UnsafePointer<CChar>?
    guard git_config_get_string(&value, snapshot, name) == 0, let value else {
      git_error_clear()
      return nil
    }
    return String(cString: value)
  }

  private func snapshot() -> OpaquePointer? {
    var config: OpaquePointer?
    guard git_repository_config_snapshot(&config, repository.handle) == 0 else {
      git_error_clear()
      return nil
    }
    return config
  }
}

extension Repository {
  /// The repository's own configuration.
  package var settings: RepositorySettings { RepositorySettings(repository: self) }
}
