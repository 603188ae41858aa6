package import Git
package import GitObjects
package import Permissions

/// A scan of a line of commits for the secrets that they introduce, in slices; the oldest commit is scanned first.
package struct CommitScan {
  /// A commit to scan.
  package struct Commit: Hashable {
    package var id: ObjectID
    /// Whether the commit is known to be Stet's, with only Stet's commits before it, so that its content was checked
    /// when it was recorded. Its paths are checked in any case: the policy may have made some of them local only later.
    package var isOwn = false

    /// Makes a commit to scan.
    package init(id: ObjectID, isOwn: Bool = false) {
      self.id = id
      self.isOwn = isOwn
    }
  }

  private let commits: [Commit]
  /// The number of scanned commits.
  package private(set) var done: Int
  /// The scan of the commit that is not finished.
  private var look = SecretLook()
  /// The secrets found in a path so far; nil if a later version with a known secret is no finding of its own.
  private var known: [NameKey: Set<String>]?

  /// Begins or continues a scan.
  ///
  /// - Parameters:
  ///   - commits: the commits, oldest first.
  ///   - done: the number of commits that are scanned already.
  ///   - known: the secrets found before, by path: a later version with the same secret still holds it. nil if they do
  ///     not matter.
  package init(of commits: [Commit], done: Int = 0, known: [NameKey: Set<String>]? = nil) {
    self.commits = commits
    self.done = done
    self.known = known
  }

  /// Whether all commits are scanned.
  package var isDone: Bool { done >= commits.count }

  /// Leaves out the next commit, which cannot be read.
  package mutating func skip() { if !isDone { done += 1 } }

  /// Scans the next commits until the time is up; returns those that are done, with the versions that have new secrets.
  ///
  /// - Parameter mayGoOn: called after each file and each commit.
  /// - Throws: `ObjectStoreError` if the next commit cannot be read; the next call scans it again. The results of the
  ///   commits before it are returned first.
  package mutating func run(
    by rules: [SecretRules], in store: Repository, while mayGoOn: () -> Bool
  ) throws(ObjectStoreError) -> [(commit: Commit, found: [SecretVersion])] {
    var results: [(commit: Commit, found: [SecretVersion])] = []
    while !isDone {
      let (commit, known) = (commits[done], known)
      let found: [SecretVersion]?
      do throws(ObjectStoreError) {
        found = try look.brought(
          by: commit.id, rules: commit.isOwn ? rules.map(\.pathsOnly) : rules, in: store, known: { known?[$0] ?? [] },
          mayGoOn: mayGoOn)
      } catch {
        if results.isEmpty { throw error }
        break
      }
      guard let found else { break }
      for version in found { self.known?[version.version.key, default: []].formUnion(version.prints) }
      results.append((commit, found))
      done += 1
      guard isDone || mayGoOn() else { break }
    }
    return results
  }
}
