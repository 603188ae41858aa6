import LargeFiles
import Testing

@Suite struct `The batch API` {
  private let pointers = Samples.pointers(2)

  private func answer(_ text: String, _ direction: TransferDirection = .download) throws -> BatchAnswer {
    try BatchAnswer(
      Array(text.utf8), to: BatchRequest(direction, pointers),
      secondsUntil: { $0 == "2030-01-01T00:00:00Z" ? 60 : nil })
  }

  @Test func `a request says what git-lfs says`() throws {
    let request = BatchRequest(.upload, [pointers[0]], reference: "refs/heads/main")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == """
        {"hash_algo":"sha256","objects":[{"oid":"\(pointers[0].id)","size":1}],"operation":"upload",\
        "ref":{"name":"refs/heads/main"},"transfers":["basic"]}
        """)
  }

  @Test func `an answer gives each object its request`() throws {
    let verdicts = try answer(
      """
      {"transfer":"basic","objects":[{"oid":"\(pointers[0].id)","size":1,"authenticated":true,"actions":{"download":
      {"href":"https://example.com/a?b=c","header":{"Key":"value"},"expires_in":30}}},
      {"oid":"\(pointers[1].id)","size":2,"error":{"code":404,"message":"Object does not exist"}}]}
      """
    ).verdicts
    let action = BatchAction(address: "https://example.com/a?b=c", fields: ["Key": "value"], lifetime: .seconds(30))
    #expect(verdicts[pointers[0].id] == .move(action, verify: nil))
    #expect(verdicts[pointers[1].id] == .refused(code: 404, message: "Object does not exist"))
  }

  @Test func `an upload without a request is there already`() throws {
    let verdicts = try answer(#"{"objects":[{"oid":"\#(pointers[0].id)","size":1}]}"#, .upload).verdicts
    #expect(verdicts[pointers[0].id] == .present)
  }

  @Test func `an object that the answer leaves out is refused, one that was not asked for is passed over`() throws {
    let other = Samples.id(9)
    let verdicts = try answer(#"{"objects":[{"oid":"\#(other)","size":1}]}"#).verdicts
    #expect(Set(verdicts.keys) == Set(pointers.map(\.id)))
    #expect(verdicts.values.allSatisfy { $0 == .refused(code: 0, message: "the server did not answer for it") })
  }

  @Test func `a time at which a request runs out is read either way`() throws {
    let text = #"""
      {"objects":[{"oid":"\#(pointers[0].id)","size":1,"actions":{"upload":{"href":"http://h/u",
      "expires_at":"2030-01-01T00:00:00Z"},"verify":{"href":"http://h/v"}}}]}
      """#
    let upload = BatchAction(address: "http://h/u", lifetime: .seconds(60))
    #expect(
      try answer(text, .upload).verdicts[pointers[0].id] == .move(upload, verify: BatchAction(address: "http://h/v")))
  }

  @Test(arguments: [
    #"{"href":"file:///etc/passwd"}"#, #"{"href":"http://h/a b"}"#,
    #"{"href":"http://h/","header":{"A":"b\r\nHost: c"}}"#, #"{"href":"http://h/","header":{"A\r\nB":"c"}}"#,
  ])
  func `a request that would reach elsewhere is none`(action: String) throws {
    let text = #"{"objects":[{"oid":"\#(pointers[0].id)","size":1,"actions":{"download":\#(action)}}]}"#
    guard case .refused = try answer(text).verdicts[pointers[0].id] else {
      Issue.record("\(action) was taken")
      return
    }
  }

  @Test(arguments: ["", "<html>Sign in</html>", "{}", "[]", #"{"objects":[{"oid":1}]}"#])
  func `what is no answer is said to be none`(text: String) {
    #expect(throws: BatchFault.self) { try answer(text) }
  }

  @Test func `a server that wants another transfer or hash is refused`() {
    #expect(throws: BatchFault.transfer("tus")) { try answer(#"{"transfer":"tus","objects":[]}"#) }
    #expect(throws: BatchFault.hash("sha512")) { try answer(#"{"hash_algo":"sha512","objects":[]}"#) }
  }
}
