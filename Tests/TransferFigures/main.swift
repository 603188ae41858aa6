import Glibc
import HTTPTransfer
import LargeFiles

/// transfer-figures upload|download ADDRESS FOLDER: moves the objects that standard input names, `ID SIZE` a line, between
/// the object folder and the server, and prints the seconds it took, how many came through, and the memory it took at
/// most, in kB. transfer-figures store FOLDER FILE...: takes files in, and prints `ID SIZE` for each.
let arguments = CommandLine.arguments
if arguments.count > 3, arguments[1] == "store" {
  let folder = ObjectFolder(path: arguments[2])
  for path in arguments[3...] {
    let file = open(path, O_RDONLY)
    let pointer = try folder.store(file)
    close(file)
    print(pointer.id, pointer.size)
  }
} else if arguments.count == 4, let direction = TransferDirection(rawValue: arguments[1]) {
  var pointers: [Pointer] = []
  while let line = readLine() {
    let words = line.split(separator: " ")
    guard words.count == 2, let id = ContentID(hex: Array(words[0].utf8)), let size = Int(words[1]) else { continue }
    pointers.append(Pointer(id: id, size: size))
  }
  let server = ObjectServer(ServerPlace(address: arguments[2]), loop: TransferLoop())
  let transfer = ObjectTransfer(direction, with: server, folder: ObjectFolder(path: arguments[3]))
  let begin = ContinuousClock.now
  let outcomes = await transfer.run(TransferQueue(pointers))
  let time = ContinuousClock.now - begin
  var usage = rusage()
  getrusage(RUSAGE_SELF.rawValue, &usage)
  print(time / .seconds(1), outcomes.values.filter { $0 == .moved }.count, usage.ru_maxrss)
} else {
  print("usage: transfer-figures store FOLDER FILE... | upload|download ADDRESS FOLDER")
  exit(2)
}
