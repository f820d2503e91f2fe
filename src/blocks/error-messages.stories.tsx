import preview from '../../.storybook/preview.tsx'
import { css } from '#css/css'
import { messageOf } from '#core/resource/messages.ts'
import { Card } from '#ui/card/card.tsx'

const meta = preview.meta({ title: 'Foundations/Messages', tags: ['!autodocs'] })

const pairs = [
  ['No connection. 3 entries are safe on this phone.', 'Network error. Operation failed.'],
  ['Name is required', 'Please ensure that the name field has been filled in.'],
  ['Project number already in use.', 'Validation failed: duplicate key.'],
  ['Add the companies and people you work for.', 'There is no data to display.'],
  ['Discard what you typed?', 'Are you sure you want to cancel?'],
]
const moments: readonly [string, number, string][] = [
  ['The network is gone', 0, ''],
  ['Signed out meanwhile', 401, ''],
  ['Not allowed: the server’s message', 403, 'You do not have permission to do that.'],
  ['Gone, or out of sight', 404, ''],
  ['Someone else was first', 409, 'This record was changed by someone else. Review the latest version and save again.'],
  ['Too large', 413, ''],
  ['Too many tries', 429, 'Too many attempts. Please try again in 60 seconds.'],
  ['Our fault', 500, ''],
]
const texts = [
  'Project is required',
  'Please add at least one entry with hours.',
  'Please select a cost code for each entry.',
  'Delete this user along with all the notes they have created?',
  'Delete this item?',
]
const column = css({ stack: '4', maxWidth: 'dialog.lg' })
const heading = css({ textStyle: 'section' })
const quiet = css({ textStyle: 'note' })
const line = css({ paddingBlock: '2', borderBottom: '1px solid {colors.line}', _last: { borderBottom: '0' } })

/** Messages are short, in sentence case and in the trade's terms, and say what happened and what to do. */
export const Examples = meta.story({
  render: () => (
    <div className={column}>
      <Card>
        <h2 className={heading}>We write</h2>
        <ul>
          {pairs.map(([good, bad]) => (
            <li key={good} className={line}>
              <b>{good}</b>
              <p className={quiet}>
                and not: <s>{bad}</s>
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  ),
})

/** The messages shown when a save or delete fails. Typed values are kept in all of these cases. */
export const Errors = meta.story({
  render: () => (
    <div className={column}>
      <Card>
        <h2 className={heading}>When something fails</h2>
        <dl>
          {moments.map(([moment, status, message]) => (
            <div key={moment} className={line}>
              <dt className={quiet}>{moment}</dt>
              <dd className={css({ fontWeight: 'medium' })}>{messageOf({ status, message, errors: {} })}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card>
        <h2 className={heading}>Fixed texts</h2>
        <ul>
          {texts.map((text) => (
            <li key={text} className={line}>
              {text}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  ),
})

export const ErrorsDark = meta.story({ ...Errors.input, tags: ['whole'], globals: { theme: 'dark' } })
