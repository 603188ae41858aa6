import TestSupport

/// A person who works with git in the folder, at random.
struct PersonAtGit {
  /// The lines that the person saved.
  private(set) var written: [String] = []
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Ends what is half done, and goes back to the branch that is recorded.
  static let goHome = """
    git merge --abort; git checkout -q main || { git stash -q; git checkout -q main; git checkout -q stash@{0} -- .; }
    true
    """

  /// The next thing the person does, in lines of shell that may fail, and whether it may throw away unrecorded text.
  mutating func next(_ number: Int) -> (script: String, isDestructive: Bool) {
    let file = "person-\(Int.random(in: 0..<3, using: &generator)).md"
    let line = "person line \(number)."
    let edit = "echo '\(line)' >> \(file)"
    let slow = #"GIT_EDITOR='bash -c "read -rt 0.3 <> <(:) || true; echo slow > \"\$0\""'"#
    let choice = Int.random(in: 0..<18, using: &generator)
    if [0, 1, 2, 3, 4, 6, 8].contains(choice) { written.append(line) }
    switch choice {
    case 0: return (edit, false)
    case 1: return ("\(edit); git add -A; git commit -qm 'commit \(number)'", false)
    case 2: return ("\(edit); git commit -qam 'commit all \(number)'", false)
    case 3: return ("\(edit); \(slow) git commit -qa", false)
    case 4: return ("\(edit); git add \(file)", false)
    case 5: return ("git stash -q", true)
    case 6:
      return (
        """
        git checkout -qb side-\(number) && { \(edit); git commit -qam 'on a side \(number)'; git checkout -q main \
        && { git merge -q --no-edit side-\(number) || git merge --abort; }; }
        """, false
      )
    case 7: return ("git checkout -qb empty-\(number) && git checkout -q main", false)
    case 8:
      return (
        "\(edit); git add \(file); git commit -qm 'commit \(number)'; git commit -q --amend -m 'amended \(number)'",
        false
      )
    case 9: return ("git reset -q", false)
    case 10: return ("git restore \(file) agent-0.md", true)
    case 11:
      return (
        "git mv \(file) moved-\(number).md; git commit -qm 'move \(number)'; git mv moved-\(number).md \(file); git commit -qm 'back \(number)'",
        true
      )
    case 12:
      return (
        "echo gone > gone-\(number).md; git add gone-\(number).md; git commit -qm 'made \(number)'; git rm -q gone-\(number).md; git commit -qm 'gone \(number)'",
        false
      )
    case 13: return ("git gc -q", false)
    case 14: return ("git stash pop -q || { git checkout -q --theirs . ; git add -A; git stash drop -q; }", true)
    case 15: return ("git status -s; git diff HEAD; git log -1", false)
    case 16: return ("git reset -q --soft HEAD~1; git commit -qm 'again \(number)'", true)
    default: return ("git reset -q --hard HEAD~1", true)
    }
  }
}
