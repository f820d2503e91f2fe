import { useState } from 'react'
import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Group } from './group.tsx'
import { HolidayInputs } from './holiday-inputs.tsx'
import { errorsAt, type Errors, type TypedHoliday, type TypedRules } from './place.ts'
import { whenText } from './labels.ts'

const fresh: TypedHoliday = { name: '', month: 1, on: 'date', day: 1 }

interface HolidaysProps {
  rules: Pick<TypedRules, 'holidays' | 'shift_holidays'>
  onChange: (changed: Partial<TypedRules>) => void
  errors: Errors
}

/** Edits the holidays of a state. Each line expands to its inputs. */
export const HolidaysInput = ({ rules: { holidays, shift_holidays }, onChange, errors }: HolidaysProps) => {
  const [open, setOpen] = useState<number | null>(null)
  const wrong = errors.find(({ path }) => path === '')
  return (
    <Group title="Holidays">
      <ul className={list}>
        {holidays.map((holiday, at) => {
          const own = errorsAt(errors, String(at))
          const name = holiday.name || 'New holiday'
          return (
            // Holidays have no id, and their names change while typing, so the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={item}>
              <div className={line}>
                <span className={words}>
                  <b>{name}</b>
                  <span className={when}>{textOf(holiday)}</span>
                </span>
                <IconButton
                  icon={open === at ? 'chevron-up' : 'pencil'}
                  aria-label={open === at ? `Close ${name}` : `Edit ${name}`}
                  aria-expanded={open === at}
                  onClick={() => setOpen(open === at ? null : at)}
                />
                <IconButton
                  icon="trash-2"
                  aria-label={`Remove ${name}`}
                  onClick={() => {
                    setOpen(null)
                    onChange({ holidays: holidays.toSpliced(at, 1) })
                  }}
                />
              </div>
              {(open === at || own.length > 0) && (
                <HolidayInputs
                  holiday={holiday}
                  errors={own}
                  onChange={(next) => onChange({ holidays: holidays.with(at, next) })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {wrong && (
        <p role="alert" className={alert}>
          {wrong.message}
        </p>
      )}
      <Button
        variant="outline"
        icon="plus"
        className={add}
        onClick={() => {
          setOpen(holidays.length)
          onChange({ holidays: [...holidays, fresh] })
        }}
      >
        Add holiday
      </Button>
      <Checkbox value={shift_holidays} onChange={(on) => onChange({ shift_holidays: on })}>
        On a Saturday it moves to the Friday before, on a Sunday to the Monday after
      </Checkbox>
    </Group>
  )
}

const textOf = (holiday: TypedHoliday): string =>
  holiday.on === 'weekday' ? whenText(holiday) : whenText({ ...holiday, day: holiday.day ?? 1 })

const list = css({ display: 'grid' })
const item = css({ borderBottom: '1px solid {colors.line}' })
const line = css({ row: '1', minHeight: 'row' })
const words = css({ flex: '1', display: 'grid', minWidth: '0', overflowWrap: 'anywhere' })
const when = css({ textStyle: 'note' })
const add = css({ justifySelf: 'start' })
const alert = css({ textStyle: 'small', fontWeight: 'strong', color: 'attention' })
