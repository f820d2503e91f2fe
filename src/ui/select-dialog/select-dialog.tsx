import { type ReactNode, useRef } from 'react'
import { Listbox } from '@ark-ui/react/listbox'
import { css, cx } from '#css/css'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { type Option, listbox } from '#ui/listbox/listbox.ts'
import { useOptions } from '#ui/select/select.tsx'

export interface SelectDialogProps<V extends string | number> {
  /** Whether it is shown. */
  open: boolean
  /** What to select, which also is its name for screen readers. */
  title: string
  /** The options, in the order they are shown in. */
  options: readonly Option<V>[]
  /** The selected option. */
  value?: V | null
  /** Called with the selected value. The parent must close the dialog. */
  onSelect: (value: V) => void
  /** Called on Escape, the close button, a press outside and Back. The parent must close the dialog. */
  onClose: () => void
  /** The text when there are no options. */
  empty?: ReactNode
}

/** A dialog to select from a list, which scrolls within half the window's height (rule select-dialog). */
export const SelectDialog = <V extends string | number>({
  open,
  title,
  options,
  value = null,
  onSelect,
  onClose,
  empty = 'Nothing to choose from yet.',
}: SelectDialogProps<V>) => {
  const styles = listbox()
  const collection = useOptions(options)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={title} size="sm" initialFocus={content}>
      {options.length === 0 ? (
        <p className={styles.note}>{empty}</p>
      ) : (
        <Listbox.Root
          collection={collection}
          value={value === null ? [] : [String(value)]}
          onValueChange={({ items: [chosen] }) => chosen && onSelect(chosen.value)}
          aria-label={title}
        >
          <Listbox.Content ref={content} className={list} aria-label={title}>
            {options.map((option) => (
              <Listbox.Item key={option.value} item={option} className={cx(styles.item, item)}>
                <Listbox.ItemText>{option.label}</Listbox.ItemText>
                {option.hint && <span className={styles.hint}>{option.hint}</span>}
                <Listbox.ItemIndicator className={styles.check}>
                  <Icon name="check" size="sm" />
                </Listbox.ItemIndicator>
              </Listbox.Item>
            ))}
          </Listbox.Content>
        </Listbox.Root>
      )}
    </Dialog>
  )
}

const list = css({ display: 'grid', maxHeight: '50vh', overflowY: 'auto', borderRadius: 'sm', outlineOffset: '2px' })
const item = css({ minHeight: 'touch!' })
