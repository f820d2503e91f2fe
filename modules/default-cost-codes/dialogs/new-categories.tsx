import { useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useBusy } from '#blocks/failure/use-busy.ts'
import type { Unread } from '#blocks/csv/csv-file.ts'
import type { Result } from '#core/resource/result.ts'
import { textKey } from '#lib/text-key.ts'
import { Button } from '#ui/button/button.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'

interface NewCategory {
  readonly number: string
  readonly name: string
}

/** The numbers of categories in cells that could not be read, each once. */
export function numbersIn(unread: readonly Unread[], column: string): readonly string[] {
  const cells = unread.filter(({ name }) => name === column).map(({ cell }) => cell)
  return [...new Map(cells.map((cell) => [textKey(cell), cell])).values()]
}

/** Asks for the names of categories that a file has and its place has not, and adds them. */
export const NewCategories = ({
  numbers,
  place,
  known = new Map(),
  make,
  onMade,
}: {
  numbers: readonly string[]
  /** What does not have them: "this project". */
  place: string
  /** Names that are proposed, by the text key of their number. */
  known?: ReadonlyMap<string, string>
  make: (categories: NewCategory[]) => Promise<Result<unknown>>
  onMade: () => void
}) => {
  const [names, setNames] = useState<Record<string, string>>({})
  const [busy, during] = useBusy()
  const nameOf = (number: string) => names[number] ?? known.get(textKey(number)) ?? ''
  const complete = numbers.every((number) => nameOf(number).trim())
  async function add() {
    const saved = await during(make(numbers.map((number) => ({ number, name: nameOf(number) }))))
    if (saved.ok) onMade()
    else toastFailure(saved)
  }
  return (
    <section className={box} aria-label="New categories">
      <p>
        {numbers.length === 1
          ? `The file names a category that ${place} does not have. Name it to add it:`
          : `The file names ${numbers.length} categories that ${place} does not have. Name them to add them:`}
      </p>
      {numbers.map((number) => (
        <div key={number} className={line}>
          <b className={css({ minWidth: '12' })}>{number}</b>
          <TextInput
            aria-label={`Name of category ${number}`}
            value={nameOf(number)}
            onChange={(name) => setNames({ ...names, [number]: name })}
          />
        </div>
      ))}
      <Button icon="plus" variant="outline" disabled={!complete} loading={busy} onClick={() => void add()}>
        {numbers.length === 1 ? 'Add this category' : `Add these ${numbers.length} categories`}
      </Button>
    </section>
  )
}

const box = css({ stack: '2', justifyItems: 'start', padding: '3', borderRadius: 'md', background: 'soft' })
const line = css({ row: '2', width: 'full' })
