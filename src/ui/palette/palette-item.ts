import type { ReactNode } from 'react'

/** Something that can be opened or done. */
export interface PaletteItem {
  /** Unlike that of any other. */
  key: string
  /** A name of the icon set. */
  icon: string
  title: string
  /** A second line. */
  detail?: string
  /** At the end, such as its state. */
  aside?: ReactNode
  /** The page it opens. */
  href?: string
  /** What it does, where it opens no page. */
  onSelect?: () => void
}

/** Items of one kind. */
export interface PaletteGroup {
  key: string
  /** Its heading, and its name among the kinds. */
  label: string
  items: readonly PaletteItem[]
  /** How many there are, where more are known than shown: "20+". */
  count?: string
  /** Beside its heading. */
  aside?: ReactNode
  /** What it was asked for besides the text: with another answer, everything is placed anew. */
  asked?: string
  /** Whether it stands behind all others, also what comes later, such as what one can do with a text that nothing has. */
  last?: boolean
  /** Whether more of it may come. */
  busy?: boolean
  /** Whether only three are shown among other kinds. */
  few?: boolean
}
