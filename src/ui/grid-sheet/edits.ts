/** A cell's text before and after an edit. */
export interface Edit {
  readonly row: string
  readonly column: string
  readonly before: string
  readonly text: string
}

/** How many user actions can be undone. */
const MOST = 50

/** What a user has changed in a grid, one action (a key, a paste, a fill) at a time. */
export function createEdits() {
  let done: readonly (readonly Edit[])[] = []
  let undone: readonly (readonly Edit[])[] = []
  return {
    note(edits: readonly Edit[]) {
      done = [...done, edits].slice(-MOST)
      undone = []
    },
    /** The changes that take the last action back; undefined if there is none. */
    undo() {
      const last = done.at(-1)
      if (!last) return undefined
      done = done.slice(0, -1)
      undone = [...undone, last]
      return last.map(({ row, column, before }) => ({ row, column, text: before }))
    },
    /** The changes of the action that was taken back last. */
    redo() {
      const last = undone.at(-1)
      if (!last) return undefined
      undone = undone.slice(0, -1)
      done = [...done, last]
      return last.map(({ row, column, text }) => ({ row, column, text }))
    },
  }
}
