/// The choices of `init`.
package struct InitOptions: Sendable {
  /// The git remote; nil for none.
  package var remote: String?
  /// Whether an empty folder is filled from the template.
  package var usesTemplate: Bool
  /// Whether the template's missing files are added.
  package var addsTemplate: Bool
  /// Whether the person agrees that the folder is published to its remote.
  package var agrees: Bool

  /// Creates options.
  package init(remote: String? = nil, usesTemplate: Bool = true, addsTemplate: Bool = false, agrees: Bool = false) {
    self.remote = remote
    self.usesTemplate = usesTemplate
    self.addsTemplate = addsTemplate
    self.agrees = agrees
  }
}

/// The result of `init` or `clone`.
package struct InitReport: Sendable, Codable, Hashable {
  /// Whether changes go to the remote.
  package enum Publication: String, Sendable, Codable, Hashable {
    /// Changes are published.
    case publishes
    /// A person must agree first.
    case asks
    /// A person decided that they stay here.
    case local
  }

  /// The folder.
  package var root: String
  /// Whether it was created; false if an existing folder or repository was adopted.
  package var created: Bool
  /// Whether the folder was a workspace before.
  package var isWorkspaceAlready: Bool
  /// The number of recorded files.
  package var files: Int
  /// The rules for peculiarities of an existing repository, one sentence each.
  package var notes: [String]
  /// The recorded branch.
  package var branch: String?
  /// The remote's address, without a password; nil without a remote.
  package var remote: String?
  /// Whether changes are published to it; nil without a remote.
  package var publication: Publication?
  /// The number of files that would change on the remote, compared with git's last fetch; nil if it is unknown.
  package var unpublished: Int?
  /// The reason why nothing is recorded at present, and the next step; nil if recording works.
  package var pause: String?

  package init(root: String, created: Bool, files: Int, notes: [String], isWorkspaceAlready: Bool = false) {
    self.root = root
    self.created = created
    self.isWorkspaceAlready = isWorkspaceAlready
    self.files = files
    self.notes = notes
  }
}
