import type { ReactNode } from 'react'

/** The page props that all tabs of the directory share. */
export interface DirectoryFrame {
  title: string
  tabs: ReactNode
  actions: ReactNode
}
