import type { Decoder, StoredBytes } from '../../decode/decoder.ts'
import type { MailHead } from '../../decode/tasks.ts'

/** A file of an answer, in pieces as they came. */
export interface AnswerFile {
  readonly name: string
  readonly size: number
  readonly pieces: readonly Uint8Array[]
}

/** Reads mails where other files of strangers are decoded. @throws Undecodable for what is no mail, or takes too much */
export interface MailReader {
  head(sent: StoredBytes, type: string): Promise<MailHead>
  answer(sent: StoredBytes, type: string): Promise<{ readonly text: string; readonly files: readonly AnswerFile[] }>
}

/** Cuts the bytes that were made into files of these lengths, without copying them. */
function divided(pieces: readonly Uint8Array[], lengths: readonly number[]): Uint8Array[][] {
  let [nth, at] = [0, 0]
  return lengths.map((length) => {
    const own: Uint8Array[] = []
    for (let left = length; left > 0;) {
      const part = pieces[nth]?.subarray(at, at + left)
      if (!part?.byteLength) throw new Error('What was made of a mail is shorter than its files.')
      own.push(part)
      left -= part.byteLength
      at += part.byteLength
      if (at === pieces[nth]?.byteLength) [nth, at] = [nth + 1, 0]
    }
    return own
  })
}

export const createMailReader = (decoder: Decoder, patience: number): MailReader => ({
  head: (sent, type) => decoder.decode(sent, { do: 'mailHead', type }, { patience }),
  async answer(sent, type) {
    // At most as many bytes as the mail, which is no longer than a request may be.
    const pieces: Uint8Array[] = []
    const sink = (piece: Uint8Array) => void pieces.push(piece)
    const { text, files } = await decoder.decode(sent, { do: 'mailAnswer', type }, { patience, sink })
    const own = divided(
      pieces,
      files.map(({ length }) => length),
    )
    return { text, files: files.map(({ name, length }, nth) => ({ name, size: length, pieces: own[nth] ?? [] })) }
  },
})
