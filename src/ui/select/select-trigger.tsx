import type { ComponentProps } from 'react'
import { Select } from '@ark-ui/react/select'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'

/** The button of a select with its value, described by the surrounding field. */
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
