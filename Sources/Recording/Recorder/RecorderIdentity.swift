/// The person and the machine, as commits name them.
package struct RecorderIdentity: Hashable, Sendable {
  /// The person's name.
  package var name: String
  /// The person's mail address.
  package var email: String
  /// The machine's name.
  package var machine: String

  /// Makes an identity.
  package init(name: String, email: String, machine: String) {
    self.name = name
    self.email = email
    self.machine = machine
  }
}

/// The behaviour of an opening that needs an object that cannot be read.
package enum LossPolicy: Sendable {
  /// It fails: the object may be fetched again.
  case refuses
  /// It continues with everything that is whole, and lists the missing objects.
  case goesOn
}
