import { Combobox as Ark } from '@ark-ui/react/combobox'
import { Portal } from '@ark-ui/react/portal'
import { useRef, useState } from 'react'
import { css } from '#css/css'
import type { Address } from '#lib/address.ts'
import type { Suggestion } from '#lib/places.ts'
import { useSearch } from '#ui/combobox/use-search.ts'
import { control, type ControlProps } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { listbox } from '#ui/listbox/listbox.ts'
import { useOptions } from '#ui/select/select.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import type { Lookup } from './lookup.ts'

interface StreetInputProps extends ControlProps<string> {
  lookup: Lookup
  onChoose: (address: Address) => void
  /** Called with whether the lookup responded. */
  onAnswer: (answered: boolean) => void
}

/** A text input for the street that offers complete addresses from the lookup when typing pauses. */
export const StreetInput = ({ lookup, onChoose, onAnswer, value, onChange, ...root }: StreetInputProps) => {
  const styles = listbox()
  const [open, setOpen] = useState(false)
  const known = useRef(new Map<string, Suggestion>())
  const typing = useRef(0)
  const search = useSearch<string>([], find, value)

  async function find(text: string) {
    try {
      const found = await lookup.find(text)
      onAnswer(true)
      for (const one of found) known.current.set(one.label, one)
      return found.map(({ label }) => ({ value: label, label }))
    } catch {
      onAnswer(false)
      return []
    }
  }
  function type(text: string) {
    typing.current++
    onChange(text)
    search.type(text)
  }
  async function choose(label: string | undefined) {
    const mine = ++typing.current
    const chosen = label === undefined ? undefined : known.current.get(label)
    search.leave()
    if (!chosen) return
    const address = await chosen.address().catch(() => null)
    onAnswer(address !== null)
    // If the user has typed more in the meantime, the choice is outdated.
    if (address && mine === typing.current) onChoose(address)
  }

  return (
    <Ark.Root
      {...root}
      collection={useOptions(search.found)}
      value={[]}
      inputValue={value}
      onInputValueChange={({ inputValue, reason }) => reason === 'input-change' && type(inputValue)}
      onValueChange={({ value: [label] }) => void choose(label)}
      open={open && search.found.length > 0}
      onOpenChange={(details) => setOpen(details.open)}
      allowCustomValue
      selectionBehavior="preserve"
      inputBehavior="none"
      positioning={{ sameWidth: true, gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <Ark.Control className={frame}>
        <Ark.Input className={input} autoComplete="off" aria-describedby={useDescribedBy()} />
        {search.busy && <Spinner label="Searching" />}
      </Ark.Control>
      <Portal>
        <Ark.Positioner>
          <Ark.Content className={styles.content}>
            {search.found.map((option) => (
              <Ark.Item key={option.value} item={option} className={styles.item}>
                <Ark.ItemText>{option.label}</Ark.ItemText>
              </Ark.Item>
            ))}
            <p className={styles.note}>{lookup.credit}</p>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

const frame = css(control.raw(), { _focusWithin: { outline: '2px solid {colors.primary}', outlineOffset: '-1px' } })
const input = css({ flex: '1', minWidth: '0', alignSelf: 'stretch', background: 'transparent', outline: 'none' })
