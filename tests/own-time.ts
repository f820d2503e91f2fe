import { afterEach, beforeEach } from 'vitest'

/** The story that is over its time in this page, and goes on in it. */
let over: string | undefined

// Stories share a page. What one that ran over its time still does there would be taken for what the next one does; the
// run tries files that failed again in new pages.
beforeEach(() => {
  if (over) throw new Error(`Not tried: "${over}" ran over its time in this page.`)
})
afterEach(({ task }) => {
  if (task.result?.errors?.some(({ message }) => /timed out in \d+ms/.test(message ?? ''))) over = task.fullName
})
