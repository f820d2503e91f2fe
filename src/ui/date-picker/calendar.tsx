import { DatePicker as Ark, useDatePickerContext } from '@ark-ui/react/date-picker'
import { Portal } from '@ark-ui/react/portal'
import { IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { calendar } from './calendar.recipe.ts'

/** The button that opens the calendar. */
export const CalendarTrigger = () => (
  <Ark.Trigger className={calendar().trigger}>
    <Icon name="calendar-days" />
  </Ark.Trigger>
)

/** The popup calendar of date pickers, with day, month and year views. */
export const Calendar = () => (
  <Portal>
    <Ark.Positioner>
      <Ark.Content className={calendar().content}>
        <Ark.View view="day">
          <Head />
          <Days />
        </Ark.View>
        <Ark.View view="month">
          <Head />
          <Cells unit="month" />
        </Ark.View>
        <Ark.View view="year">
          <Head />
          <Cells unit="year" />
        </Ark.View>
      </Ark.Content>
    </Ark.Positioner>
  </Portal>
)

const Head = () => {
  const styles = calendar()
  return (
    <Ark.ViewControl className={styles.head}>
      <Ark.PrevTrigger asChild>
        <IconButton icon="chevron-left" size="sm" aria-label="Earlier" />
      </Ark.PrevTrigger>
      <Ark.ViewTrigger className={styles.viewTrigger}>
        <Ark.RangeText />
      </Ark.ViewTrigger>
      <Ark.NextTrigger asChild>
        <IconButton icon="chevron-right" size="sm" aria-label="Later" />
      </Ark.NextTrigger>
    </Ark.ViewControl>
  )
}

const Days = () => {
  const { weekDays, weeks } = useDatePickerContext()
  const styles = calendar()
  return (
    <Ark.Table className={styles.table}>
      <Ark.TableHead>
        <Ark.TableRow>
          {weekDays.map((day) => (
            <Ark.TableHeader key={day.long} className={styles.tableHeader} aria-label={day.long}>
              {day.narrow}
            </Ark.TableHeader>
          ))}
        </Ark.TableRow>
      </Ark.TableHead>
      <Ark.TableBody>
        {weeks.map((week) => (
          <Ark.TableRow key={String(week[0])}>
            {week.map((day) => (
              <Ark.TableCell key={String(day)} value={day} className={styles.tableCell}>
                <Ark.TableCellTrigger className={styles.tableCellTrigger}>{day.day}</Ark.TableCellTrigger>
              </Ark.TableCell>
            ))}
          </Ark.TableRow>
        ))}
      </Ark.TableBody>
    </Ark.Table>
  )
}

const Cells = ({ unit }: { unit: 'month' | 'year' }) => {
  const { getMonthsGrid, getYearsGrid } = useDatePickerContext()
  const styles = calendar()
  const grid = unit === 'month' ? getMonthsGrid({ columns: 4, format: 'short' }) : getYearsGrid({ columns: 4 })
  return (
    <Ark.Table columns={4} className={styles.table}>
      <Ark.TableBody>
        {grid.map((row) => (
          <Ark.TableRow key={row[0]?.label}>
            {row.map((cell) => (
              <Ark.TableCell key={cell.label} value={cell.value} className={styles.tableCell}>
                <Ark.TableCellTrigger className={styles.tableCellTrigger}>{cell.label}</Ark.TableCellTrigger>
              </Ark.TableCell>
            ))}
          </Ark.TableRow>
        ))}
      </Ark.TableBody>
    </Ark.Table>
  )
}
