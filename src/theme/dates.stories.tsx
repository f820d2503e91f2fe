import { expect } from 'storybook/test'
import preview from '../../.storybook/preview.tsx'
import { css } from '#css/css'
import { formatDay, formatMonth, formatMonthDay, formatWeekday } from '#lib/days.ts'
import { formatDuration } from '#lib/durations.ts'
import { formatClock, formatDone, formatMoment, formatRecent, formatTime } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'

const meta = preview.meta({ title: 'Foundations/Dates and times', tags: ['!autodocs'] })

const at = new Date(2026, 10, 20, 9, 14)
const styles = [
  ['A day in a table, a field or a fact', 'formatDay', formatDay('2026-11-20')],
  ['A day of a week whose year is plain', 'formatMonthDay', formatMonthDay('2026-11-20')],
  ['A day as a heading, or in a sentence', 'formatWeekday', formatWeekday('2026-11-20')],
  ['A month', 'formatMonth', formatMonth('2026-11-20')],
  ['When something was done', 'formatMoment', formatMoment(at)],
  ['The day something was done, in a row', 'formatDone', formatDone(at)],
  ['When, below the heading of its day', 'formatClock', formatClock(at)],
  ['When, of something that has usually just happened', 'formatRecent', formatRecent(at)],
  ['A time of day', 'formatTime', formatTime('19:20')],
  ['A span of time, from a start to an end', 'formatDuration', formatDuration(5400)],
  ['Hours worked', 'formatHours', formatHours(1368)],
] as const

/** Each use has one style, written by one function of `#lib`; screens call no other. */
export const Styles = meta.story({
  render: () => (
    <table className={table}>
      <thead>
        <tr>
          {['Use', 'Function', 'Example'].map((head) => (
            <th key={head} scope="col" className={cell}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {styles.map(([use, name, example]) => (
          <tr key={name}>
            <td className={cell}>{use}</td>
            <td className={cell}>
              <code>{name}</code>
            </td>
            <td className={cell}>{example}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ),
  play: async ({ canvas }) => {
    for (const row of [
      'formatDay 11/20/26',
      'formatMonthDay 11/20',
      'formatWeekday Fri, Nov 20',
      'formatMonth November 2026',
      'formatDone Nov 20',
      'formatClock 9:14 AM',
      'formatTime 7:20 PM',
      'formatDuration 1:30',
      'formatHours 1,368.00',
    ])
      await expect(canvas.getByRole('row', { name: new RegExp(`${row}$`) })).toBeVisible()
    await expect(canvas.getByRole('row', { name: /formatMoment Nov 20, 2026, 9:14\sAM$/ })).toBeVisible()
  },
})

const table = css({ width: 'full', maxWidth: 'dialog.lg', background: 'card', borderRadius: 'lg' })
const cell = css({ padding: '2.5', textAlign: 'start', borderBottom: '1px solid {colors.line}' })
