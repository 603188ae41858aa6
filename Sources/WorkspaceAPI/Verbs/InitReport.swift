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

/// What `init` or `clone` made.
package struct InitReport: Sendable, Codable, Hashable {
  /// Whether changes go to the remote.
  package enum Publication: String, Sendable, Codable, Hashable {
    /// They do.
    case publishes
    /// A person must agree first.
    case asks
    /// A person decided that they stay here.
    case local
  }

  /// The folder.
  package var root: String
  /// Whether it was made new, or an existing folder or repository was adopted.
  package var created: Bool
  /// Whether it was a workspace before.
  package var isWorkspaceAlready: Bool
  /// How many files were recorded.
  package var files: Int
  /// Rules by which peculiarities of an existing repository are handled, one sentence each.
  package var notes: [String]
  /// The branch that is recorded.
  package var branch: String?
  /// The remote's address, without a password; nil without a remote.
  package var remote: String?
  /// Whether changes go there; nil without a remote.
  package var publication: Publication?
  /// How many files would change on the remote as it was when git last asked it; nil where that is not known.
  package var unpublished: Int?
  /// Why nothing is recorded now, and what to do; nil where everything is.
  package var pause: String?

  /// Makes a report.
  package init(root: String, created: Bool, files: Int, notes: [String], isWorkspaceAlready: Bool = false) {
    self.root = root
    self.created = created
    self.isWorkspaceAlready = isWorkspaceAlready
    self.files = files
    self.notes = notes
  }
}
