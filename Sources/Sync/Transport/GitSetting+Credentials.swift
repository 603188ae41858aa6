package import LargeFiles

extension GitSetting {
  /// Names and passwords from the person's git credential helpers. No helper asks on a terminal or in a window: a
  /// program in the background must not.
  package var credentials: CredentialSource {
    CredentialSource(
      fill: { origin in
        guard let question = Credential.question(origin),
          let result = try? await credential("fill", question).run(deadline: deadline), result.status == 0
        else { return nil }
        return Credential(filled: result.output, origin: origin)
      },
      approve: { known in
        if let words = known.answer { _ = try? await credential("approve", words).run(deadline: deadline) }
      },
      reject: { known in
        if let words = known.answer { _ = try? await credential("reject", words).run(deadline: deadline) }
      })
  }

  private func credential(_ verb: String, _ input: String) -> ChildProcess {
    var child = child(["credential", verb], withoutIndex: true)
    child.input = input
    return child
  }
}
