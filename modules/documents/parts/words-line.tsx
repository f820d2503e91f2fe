import { css } from '#css/css'
import type { Document } from '../entities.ts'
import { wordsText } from '../words.ts'

/** Whether a document is found by its words, and why not. */
export const WordsLine = ({ document }: { document: Document }) => {
  const text = wordsText(document)
  return text === null ? null : <p className={line}>{text}</p>
}

const line = css({ paddingInline: '3.5', paddingBlock: '2.5', textStyle: 'note' })
