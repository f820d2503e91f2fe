import type { Document } from './entities.ts'

const office = 'application/vnd.openxmlformats-officedocument'
/** Word documents, Excel sheets and PowerPoint slides. */
export const officeTypes: readonly string[] = [
  `${office}.wordprocessingml.document`,
  `${office}.spreadsheetml.sheet`,
  `${office}.presentationml.presentation`,
]

/** Whether the words of files of this type are read. */
export const hasWords = (mime: string): boolean =>
  mime.startsWith('text/') || mime === 'application/pdf' || officeTypes.includes(mime)

type About = Pick<Document, 'text_state' | 'text_problem' | 'mime'>

/** What keeps a document from being found by all of its words, for its row in what a search found; null if nothing does. */
export function wordsNote({ text_state, text_problem, mime }: About): string | null {
  switch (text_state) {
    case 'waiting':
      return 'Its words are being read'
    case 'failed':
      return 'Its words cannot be read'
    case 'none':
      return noWords(mime)
    case 'read':
      return text_problem === null ? null : 'Not all of its words can be searched'
    default:
      return null
  }
}

function noWords(mime: string): string {
  if (mime === 'application/pdf') return 'A scan: its words cannot be searched'
  if (mime.startsWith('image/')) return 'A picture: its words cannot be searched'
  return hasWords(mime) ? 'No words to search in this file' : 'Words in files of this kind cannot be searched'
}

/** The same as sentences, among a document's details, where it says too that all is well; null where nothing is known. */
export function wordsText(document: About): string | null {
  const { text_state, text_problem } = document
  if (text_state === null || text_state === undefined) return null
  const note = `${wordsNote(document) ?? 'Its words can be searched'}.`
  return text_problem === null ? note : `${note} ${text_problem}`
}
