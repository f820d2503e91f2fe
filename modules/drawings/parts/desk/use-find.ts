import { useMemo, useState } from 'react'
import type { TextRun } from '#lib/pdf/pdf-document.ts'
import type { SheetControl } from '../sheet/sheet-view.tsx'
import { hitsOf } from './use-text.ts'

/** Looking for words in a sheet's text, from one hit to the next. */
export function useFind(runs: readonly TextRun[], control: SheetControl | null) {
  const [words, setWords] = useState<string | null>(null)
  const [current, setCurrent] = useState(0)
  const hits = useMemo(() => hitsOf(runs, words ?? ''), [runs, words])
  return {
    /** Null while nobody looks for anything. */
    words,
    hits,
    current,
    open: () => setWords((known) => known ?? ''),
    close: () => setWords(null),
    look(next: string) {
      setWords(next)
      setCurrent(0)
    },
    step(by: 1 | -1) {
      const next = (current + by + hits.length) % Math.max(1, hits.length)
      setCurrent(next)
      const run = hits[next]
      if (run) control?.show([run.x + run.w / 2, run.y + run.h / 2], Math.max(control.camera.peek().scale, 1.2))
    },
  }
}
