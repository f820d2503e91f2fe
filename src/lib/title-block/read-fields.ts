/** What is read of a title block. Apart from the reading, since pages name them before anything is read. */
export const readFields = ['number', 'title', 'revision', 'dated'] as const
export type ReadField = (typeof readFields)[number]
