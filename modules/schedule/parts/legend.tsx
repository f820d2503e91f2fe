import type { ReactNode } from 'react'
import { css } from '#css/css'

/** What the colours and signs of a chart mean, an item each. */
export const Legend = ({ children }: { children: ReactNode }) => (
  <ul className={list} aria-label="Legend">
    {children}
  </ul>
)

const list = css({ flow: '3', marginInlineStart: 'auto', fontSize: 'sm', color: 'muted', '& li': { inlineRow: '1' } })
