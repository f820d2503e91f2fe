import type { ComponentProps } from 'react'
import { Select } from '@ark-ui/react/select'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'

/** The closed select: its value and an arrow, described by the field around it. */
export const SelectTrigger = ({ children, 'aria-label': label, ...props }: ComponentProps<'button'>) => (
  <Select.Trigger
    {...props}
    aria-describedby={useDescribedBy()}
    {...(label && { 'aria-label': label, 'aria-labelledby': undefined })}
  >
    {children}
    <Icon name="chevron-down" />
  </Select.Trigger>
)
