import LargeFiles
import Testing

@Suite struct `The state of a large file` {
  private let pointer = Pointer(id: Samples.id(1), size: 1_000)

  @Test func `goes from not downloaded over a percentage to current`() {
    var facts = PlaceholderState.Facts(pointer: pointer, onDisk: nil, isHere: false)
    #expect(PlaceholderState(facts).download == .notDownloaded)
    facts.received = 0
    #expect(PlaceholderState(facts).download == .downloading(percent: 0))
    facts.received = 999
    #expect(PlaceholderState(facts).download == .downloading(percent: 99))
    facts.onDisk = pointer.id
    #expect(PlaceholderState(facts).download == .current)
  }

  @Test func `an older content that stands is downloaded, and a newer one is coming`() {
    let facts = PlaceholderState.Facts(pointer: pointer, onDisk: Samples.id(2), received: 10, isHere: false)
    #expect(PlaceholderState(facts).download == .downloaded)
  }

  static let uploads: [(Bool?, Int?, Bool, UploadState)] = [
    (true, nil, true, .uploaded), (false, nil, true, .waiting), (false, 500, true, .uploading(percent: 50)),
    (nil, nil, true, .unknown), (false, nil, false, .unknown), (true, 10, true, .uploaded),
  ]

  @Test(arguments: uploads)
  func `says whether the remote has it`(held: Bool?, sent: Int?, isHere: Bool, state: UploadState) {
    let facts = PlaceholderState.Facts(
      pointer: pointer, onDisk: nil, sent: sent, isHeldByRemote: held, isHere: isHere, problem: "x")
    #expect(PlaceholderState(facts).upload == state)
    #expect(PlaceholderState(facts).problem == "x")
  }
}
