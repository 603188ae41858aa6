package import WorkspaceAPI
internal import FileSystem
internal import Sync

extension Workspace {
  /// Allows publishing the folder at `root`; a daemon that serves it publishes with its next exchange.
  ///
  /// - Throws: `VerbError` if that cannot be stored.
  package static func allowPublication(root: String) throws(VerbError) {
    do throws(FileError) { try PublicationConsent(tree: DiskTree(root: root)).agree() } catch {
      throw VerbError(error, root: root)
    }
  }

  /// Returns whether the folder's content may be published to an address.
  static func publicationRule(root: String, address: String, display: String) -> PublicationRule {
    guard let tree = try? DiskTree(root: root) else { return .asks(address: display) }
    return PublicationConsent(tree: tree).rule(for: address, display: display)
  }

  /// Raises the question whether the folder may be published, if it is open. The exchange raises it too, but only after
  /// the remote answers.
  func askAboutPublishing(to address: String, display: String) {
    guard case .asks = Self.publicationRule(root: settings.root, address: address, display: display) else { return }
    questionList.raise(
      .remote(
        SyncQuestion(
          kind: .firstPublication, tip: nil, remote: nil,
          publication: .init(address: display, branch: branchName))))
  }

  /// Carries out a person's answer to that question.
  ///
  /// - Returns: false for another question.
  /// - Throws: `VerbError` if the answer cannot be stored; the question is asked again.
  func answerPublication(_ id: String, word: String) throws(VerbError) -> Bool {
    guard id == SyncQuestion.Kind.firstPublication.rawValue else { return false }
    do throws(FileError) {
      let consent = PublicationConsent(tree: try DiskTree(root: settings.root))
      if word == "publish" {
        try consent.agree()
      } else if let address = exchange.running?.address {
        try consent.keepLocal(address)
      }
    } catch { throw VerbError(error, root: settings.root) }
    questionList.withdraw(id)
    return true
  }
}
