/// Reports that a program has a file or folder open.
package struct PresentOrder: Verb {
  package typealias Answer = PresentReceipt
  package static let name = "present"

  /// The file or folder; it need not exist yet.
  package var path: String
  /// The program's name, as other programs see it.
  package var name: String?
  package var caller: Caller

  package init(path: String, name: String? = nil, caller: Caller = .person) {
    self.path = path
    self.name = name
    self.caller = caller
  }
}

/// The number under which a program receives notices about a file.
package struct PresentReceipt: Sendable, Codable, Hashable {
  /// The number.
  package var presenter: Int

  package init(presenter: Int) { self.presenter = presenter }
}
