import FileSystem
import GitObjects
import Testing

@testable import Permissions
@testable import Transfers
@testable import WorkspaceEngine

/// When large transfers wait, and what the policy says of large files.
@Suite struct TransferConditionTests {
  @Test(
    arguments: [
      (nil, nil, true), (true, nil, false), (false, true, true), (true, true, false),
    ] as [(Bool?, Bool?, Bool)])
  func `traffic that costs money holds large transfers up, a battery only where the policy says so`(
    isMetered: Bool?, isOnBattery: Bool?, isFree: Bool
  ) {
    let conditions = TransferConditions(isMetered: isMetered, isOnBattery: isOnBattery)
    #expect((conditions.hindrance(PlaceholderRules()) == nil) == isFree)
    var strict = PlaceholderRules()
    strict.waitsOnBattery = true
    strict.isMetered = false
    #expect((conditions.hindrance(strict) == nil) == (isOnBattery != true))
  }

  @Test(arguments: [("u 1\n", true), ("u 2", false), ("u 3", true), ("u 4", false), ("u 0", nil), ("", nil)])
  func `what NetworkManager says is understood`(output: String, isMetered: Bool?) {
    #expect(ConditionReader.isMetered(saying: output) == isMetered)
  }

  @Test(
    arguments: [
      ([], nil), ([("BAT0", ["type": "Battery", "status": "Discharging"])], true),
      ([("BAT0", ["type": "Battery", "status": "Discharging"]), ("AC", ["type": "Mains", "online": "1"])], false),
      ([("BAT0", ["type": "Battery", "status": "Discharging"]), ("AC", ["type": "Mains", "online": "0"])], true),
      ([("BAT0", ["type": "Battery", "status": "Full"])], false),
      ([("pen", ["type": "Battery", "scope": "Device", "status": "Discharging"])], nil),
      ([("AC", ["type": "Mains", "online": "1"])], nil),
    ] as [([(String, [String: String])], Bool?)])
  func `the kernel's word on batteries is read`(supplies: [(String, [String: String])], isOnBattery: Bool?) async throws
  {
    let folder = try await TestFolder(isEmpty: true)
    for (name, files) in supplies {
      for (file, text) in files { try folder.save("\(name)/\(file)", text + "\n") }
    }
    #expect(PowerSupplies(folder: folder.root).isOnBattery == isOnBattery)
  }

  @Test func `the charge of the machine's batteries is read, not that of a pen`() async throws {
    let folder = try await TestFolder(isEmpty: true)
    #expect(PowerSupplies(folder: folder.root).charge == nil)
    for (name, scope, charge) in [("BAT0", "System", "10"), ("BAT1", "System", "20"), ("pen", "Device", "90")] {
      for (file, text) in [("type", "Battery"), ("scope", scope), ("capacity", charge)] {
        try folder.save("\(name)/\(file)", text + "\n")
      }
    }
    #expect(PowerSupplies(folder: folder.root).charge == 0.15)
  }

  @Test(
    arguments: [
      ("", "", false),
      ("Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n", "", false),
      ("eth0\t0000A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n", "", false),
      ("eth0\t00000000\t0100A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n", "", true),
      ("", "\(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo\n", false),
      ("", "\(zeros) 00 \(zeros) 00 \(zeros) 00000400 00000001 00000000 00000003     eth0\n", true),
    ])
  func `a way out is a default route over another device than lo`(routes: String, long: String, leadsOut: Bool) {
    #expect(NetworkRoutes.hasDefault(routes, long) == leadsOut)
  }

  private static let zeros = String(repeating: "0", count: 32)

  @Test func `the policy says what comes, and the last rule that speaks of a path decides`() throws {
    let policy = try Policy(
      toml: """
        [placeholders]
        download = "lazy"
        keep_free = "5 GB"
        large_over = "1 MB"
        upload_limit = "500 kB"
        wait_on_metered = false
        metered = true
        [[placeholders.rules]]
        paths = ["Films", "!Films/short"]
        download = "never"
        [[placeholders.rules]]
        paths = ["*.pdf"]
        download = "eager"
        """)
    let rules = policy.placeholders
    #expect(rules.keepFree == 5_000_000_000 && rules.bandwidth.up == 500_000 && rules.bandwidth.down == nil)
    #expect(rules.largeOver == 1_000_000 && Policy.standard.placeholders.largeOver == 10_000_000)
    #expect(rules.isMetered == true && !rules.waitsOnMetered)
    #expect(rules.download(of: "a.bin") == .lazy)
    #expect(rules.download(of: "Films/a.mp4") == .never)
    #expect(rules.download(of: "Films/short/a.mp4") == .lazy)
    #expect(rules.download(of: "Films/a.pdf") == .eager)
    #expect(Policy.standard.placeholders.download(of: "a") == .eager)
  }

  @Test(arguments: [
    "download = \"often\"", "keep_free = \"much\"", "wait_on_battery = 3", "rules = 1", "rules = [{paths = [\"a\"]}]",
    "rules = [{download = \"lazy\"}]",
  ])
  func `a value that cannot be is refused with its key`(line: String) {
    let error = #expect(throws: PolicyError.self) { try Policy(toml: "[placeholders]\n\(line)\n") }
    #expect("\(error as Any)".contains("placeholders."))
  }

  @Test func `of marks that are made at once none is lost`() async throws {
    let folder = try await TestFolder()
    let tree = try DiskTree(root: folder.root)
    let marks = PathMarks("pins", tree: tree)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 { group.addTask { try await marks.change(adding: ["film-\(number)"], removing: []) } }
      try await group.waitForAll()
    }
    let again = PathMarks("pins", tree: tree)
    for number in 0..<40 { #expect(marks.covers("film-\(number)") && again.covers("film-\(number)"), "\(number)") }
  }

  @Test func `a pinned folder covers what is in it, and pins survive a restart`() async throws {
    let folder = try await TestFolder()
    let tree = try DiskTree(root: folder.root)
    let pins = PathMarks("pins", tree: tree)
    try await pins.change(adding: ["Films", "a\nb.bin", "Talks/one.pdf"], removing: [])
    let again = PathMarks("pins", tree: tree)
    for path in ["Films", "Films/a", "Films/b/c", "a\nb.bin", "Talks/one.pdf"] { #expect(again.covers(path)) }
    for path in ["Films2", "Film", "Talks", "Talks/two.pdf", ""] { #expect(!again.covers(path)) }
    try await again.change(adding: [], removing: ["Talks"])
    #expect(!PathMarks("pins", tree: tree).covers("Talks/one.pdf") && again.covers("Films/a"))
    try await again.change(adding: [""], removing: ["Films"])
    #expect(again.covers("anything"))
    try await again.change(adding: [], removing: [""])
    #expect(!PathMarks("pins", tree: tree).covers("Films/a"))
  }
}
