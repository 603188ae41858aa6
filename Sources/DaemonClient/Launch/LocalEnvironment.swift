/// The environment that a daemon passes on to git and ssh.
package enum LocalEnvironment {
  /// The variables that tie git to one repository, one index or one author (`git rev-parse --local-env-vars` and the
  /// author's).
  ///
  /// A daemon that a git hook or an agent started must not keep them for its whole life.
  package static let tied: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE", "GIT_QUARANTINE_PATH", "GIT_CEILING_DIRECTORIES",
  ]

  /// Returns the environment without these variables.
  package static func cleaned(_ environment: [String: String]) -> [String: String] {
    environment.filter { !tied.contains($0.key) }
  }
}
