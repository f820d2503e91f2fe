import { useEffect, useState } from 'react'
import type { PdfDocument, TextRun } from '#lib/pdf/pdf-document.ts'
import { textKey } from '#lib/text-key.ts'
import { numberKey } from '#lib/title-block/values.ts'
import type { DrawingSheet } from '../../entities.ts'

/** The text of a sheet, read once somebody looks for something or for its links. */
export function useSheetText(pdf: PdfDocument | null): readonly TextRun[] {
  const [runs, setRuns] = useState<readonly TextRun[]>([])
  useEffect(() => {
    let over = false
    pdf?.textOf(1).then(
      (found) => over || setRuns(found),
      // Without its text, a sheet is a picture all the same.
      () => {},
    )
    return () => {
      over = true
    }
  }, [pdf])
  return runs
}

/** The pieces of text that hold these words. */
export function hitsOf(runs: readonly TextRun[], words: string): readonly TextRun[] {
  const sought = textKey(words.trim())
  return sought.length < 2 ? [] : runs.filter(({ text }) => textKey(text).includes(sought))
}

/** A place in the text that names another sheet: "see 3/E5.1". */
export interface SheetLink {
  readonly run: TextRun
  readonly sheet: DrawingSheet
  /** Where in the text it begins and ends, in parts of its length. */
  readonly from: number
  readonly to: number
}

const NAMED = /(?:(\d{1,2})\s*\/\s*)?([A-Z]{1,3}-?\d{1,3}(?:\.\d{1,3})?[A-Z]?)\b/g

/** The places that name sheets of the project other than this one. */
export function linksIn(runs: readonly TextRun[], sheets: readonly DrawingSheet[], here: DrawingSheet): SheetLink[] {
  const known = new Map(sheets.map((sheet) => [numberKey(sheet.number), sheet]))
  return runs.flatMap((run) =>
    [...run.text.matchAll(NAMED)].flatMap((match): SheetLink[] => {
      const [whole, , number = ''] = match
      const sheet = known.get(numberKey(number))
      if (!sheet || sheet.id === here.id) return []
      const length = run.text.length
      return [{ run, sheet, from: match.index / length, to: (match.index + whole.length) / length }]
    }),
  )
}
