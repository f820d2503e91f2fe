import type { ReactNode } from 'react'
import { css } from '#css/css'

/** A group of inputs under one heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={box}>
    <legend className={legend}>{title}</legend>
    {children}
  </fieldset>
)

const box = css({ stack: '3', minWidth: '0', paddingBlock: '1' })
const legend = css({ textStyle: 'section', marginBottom: '2' })
