package import Documents
package import GitObjects
internal import Values

/// The person and the machine, as commits name them.
package struct RecorderIdentity: Hashable, Sendable {
  /// The person's name.
  package var name: String
  /// The person's mail address.
  package var email: String
  /// The machine's name.
  package var machine: String

  /// Eight hexadecimal digits that distinguish this folder from other clones, on this machine too; change ids end with
  /// it. Empty in tests that need none.
  package var mark: String
  /// The commit that this folder was cloned at: no editor has an older version from here. Nil if it is unknown.
  package var beginning: ObjectID?

  /// The length of a change id that ends with a mark.
  private static let changeLength = 24

  /// Makes an identity.
  package init(name: String, email: String, machine: String, mark: String = "", beginning: ObjectID? = nil) {
    self.name = name
    self.email = email
    self.machine = machine
    self.mark = mark
    self.beginning = beginning
  }

  /// Returns the id of a change made here: the digits of a random number and the mark. People name a change by the first
  /// digits, which must differ.
  package static func changeID(mark: String, random: UInt64) -> String {
    NumberText.padded(random, to: 16, radix: 16) + mark
  }

  /// Returns whether a commit was recorded in this folder.
  ///
  /// Two machines can have one name, and one machine two clones. Change ids from before the marks show
  /// nothing: for these the machine's name decides.
  package func made(_ message: CommitMessage) -> Bool {
    guard let change = message.change, change.utf8.count == Self.changeLength else { return message.machine == machine }
    return change.hasSuffix(mark)
  }
}

/// The behaviour of an opening that needs an object that cannot be read.
package enum LossPolicy: Sendable {
  /// It fails: the object may be fetched again.
  case refuses
  /// It continues with everything that is whole, and lists the missing objects.
  case goesOn
}
