import { useId, useState } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { type Option, listbox } from '#ui/listbox/listbox.ts'
import { TextInput } from '#ui/text-input/text-input.tsx'

export interface SelectManyDialogProps<V extends string | number> {
  /** Whether it is shown. */
  open: boolean
  /** What to select, which also is its name for screen readers. */
  title: string
  /** The options, in the order they are shown in. */
  options: readonly Option<V>[]
  /** The label of the button that ends the selection, for so many options. */
  confirm: (count: number) => string
  /** Called with the selected values, in the order of the options. The parent must close the dialog. */
  onSelect: (values: readonly V[]) => void
  /** Called on Escape, the close button, a press outside and Back. The parent must close the dialog. */
  onClose: () => void
  /** The text when there are no options. */
  empty?: string
}

/** A dialog to select any number of options from a list that can be searched. */
export const SelectManyDialog = <V extends string | number>({
  open,
  title,
  options,
  confirm,
  onSelect,
  onClose,
  empty = 'Nothing to choose from.',
}: SelectManyDialogProps<V>) => {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<V>>(new Set())
  const styles = listbox()
  const form = useId()
  const words = search.trim().toLowerCase().split(/\s+/)
  const shown = options.filter(({ label, hint = '' }) =>
    words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)),
  )
  const toggle = (value: V, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(value)
    else next.delete(value)
    setChosen(next)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <Button type="submit" form={form} disabled={!chosen.size}>
          {confirm(chosen.size)}
        </Button>
      }
    >
      <form
        id={form}
        className={css({ stack: '2.5' })}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onSelect(options.flatMap(({ value }) => (chosen.has(value) ? value : [])))
        }}
      >
        <TextInput
          aria-label="Search"
          placeholder="Search"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            const [only, ...others] = shown
            if (event.key !== 'Enter' || !search || !only || others.length) return
            // Enter after a search selects the one that was found.
            event.preventDefault()
            toggle(only.value, !chosen.has(only.value))
            setSearch('')
          }}
        />
        {shown.length === 0 ? (
          <p className={styles.note}>{options.length ? 'Nothing found.' : empty}</p>
        ) : (
          <ul className={items} aria-label={title}>
            {shown.map(({ value, label, hint }) => (
              <li key={value}>
                <Checkbox value={chosen.has(value)} onChange={(on) => toggle(value, on)}>
                  {label}
                  {hint && <span className={detail}>{hint}</span>}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  )
}

const items = css({
  display: 'grid',
  maxHeight: '50vh',
  overflowY: 'auto',
  '& label': { display: 'flex', minHeight: 'touch', alignItems: 'center', width: 'full' },
})
const detail = css({ color: 'muted', marginInlineStart: '2' })
