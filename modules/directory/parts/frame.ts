import type { ReactNode } from 'react'

/** What every tab of the directory stands in. */
export interface DirectoryFrame {
  title: string
  tabs: ReactNode
  actions: ReactNode
}
