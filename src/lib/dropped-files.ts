const paths = new WeakMap<File, string>()

/** Where a file was in what was dropped or chosen, such as `Site/North/panel.jpg`; by itself, its name. */
export const pathOf = (file: File): string => paths.get(file) ?? (file.webkitRelativePath || file.name)

const entriesOf = (items: DataTransferItemList): FileSystemEntry[] =>
  [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []))

/** Whether a folder is among what was dropped. */
export const hasFolder = (items: DataTransferItemList): boolean =>
  entriesOf(items).some(({ isDirectory }) => isDirectory)

/** All files in what was dropped, those in folders with their path. Call it within the event, after which it is empty. */
export async function droppedFiles(items: DataTransferItemList): Promise<File[]> {
  return (await Promise.all(entriesOf(items).map((entry) => filesBelow(entry, '')))).flat()
}

async function filesBelow(entry: FileSystemEntry, above: string): Promise<File[]> {
  const path = `${above}${entry.name}`
  if (isFile(entry)) {
    const file = await new Promise<File>((done, fail) => entry.file(done, fail))
    paths.set(file, path)
    return [file]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: FileSystemEntry[] = []
  // A folder is read in portions, until one is empty.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (!some.length) break
    found.push(...some)
  }
  return (await Promise.all(found.map((one) => filesBelow(one, `${path}/`)))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
