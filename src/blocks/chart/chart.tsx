import { useId } from 'react'
import { css } from '#css/css'
import { formatNumber } from '#lib/numbers.ts'
import { linearScale, ticksTo } from '#lib/scale.ts'

/** A column of numbers; null is what cannot be said. The second part of a bar is striped, the second line dashed. */
export interface Series {
  readonly label: string
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  readonly kind: 'bars' | 'lines'
  /** What is drawn, for the head and for screen readers. */
  readonly title: string
  readonly unit: string
  /** The names of bars, or of points from left to right. */
  readonly labels: readonly string[]
  /** Bars are their parts beside each other. */
  readonly series: readonly Series[]
  /** What bars or lines are compared with. */
  readonly mark?: Series | undefined
}

/** So many bars are drawn, the longest first; the table has all. */
const MOST = 12
const number = (value: number) => formatNumber(value, value < 10 ? 2 : 0)

/** Bars or lines that are told apart by pattern and words too. Measures are in the size of the text, so that it can grow. */
export const Chart = (props: ChartProps) => {
  const { kind, title, labels, mark } = props
  const left = labels.length - MOST
  return (
    <figure className={figure}>
      <figcaption className={head}>
        <b>{title}</b>
        <Legend {...props} />
      </figcaption>
      {kind === 'bars' ? <Bars {...props} /> : <Lines {...props} />}
      {kind === 'bars' && left > 0 && (
        <p className={note}>
          {left} more {mark ? 'with less' : 'that are shorter'} in the table.
        </p>
      )}
    </figure>
  )
}

/** What is drawn, in words: for whom the picture says nothing. */
function wordsOf({ kind, unit, labels, series, mark }: ChartProps, order: readonly number[]): string {
  const of = ({ label, values }: Series, at: number) => `${label} ${number(values[at] ?? 0)} ${unit}`
  const shown = kind === 'bars' ? order : [labels.length - 1]
  return shown
    .filter((at) => at >= 0)
    .map((at) => `${labels[at]}: ${[...series, ...(mark ? [mark] : [])].map((one) => of(one, at)).join(', ')}`)
    .join('. ')
}

const Legend = ({ kind, series, mark }: ChartProps) => (
  <ul className={legend} aria-label="Legend">
    {[...series, ...(mark ? [mark] : [])].map((one, at) => (
      <li key={one.label}>
        <svg width="1.25em" height="0.75em" aria-hidden="true">
          {kind === 'lines' || one === mark ? (
            <line className={stroke} x2="100%" y1="50%" y2="50%" data-part={one === mark ? 'mark' : at} />
          ) : (
            <rect className={paint} width="100%" height="100%" rx="2" data-part={at} />
          )}
        </svg>
        {one.label}
      </li>
    ))}
  </ul>
)

/** The ends of each part of a bar. */
const partsOf = (series: readonly Series[], at: number) => {
  let end = 0
  return series.map(({ values }) => {
    const from = end
    end += Math.max(0, values[at] ?? 0)
    return { from, to: end }
  })
}

/** Heights in the size of the text: a bar's name and bar, and the axis. */
const [BAR, AXIS] = [2.6, 1.6]

/** Bars below each other, the longest first, each under its name with its length in figures. */
const Bars = (props: ChartProps) => {
  const { labels, series, mark, unit, title } = props
  const id = useId()
  const lengthOf = (at: number) => partsOf(series, at).at(-1)?.to ?? 0
  const order = labels
    .map((_, at) => at)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, MOST)
  const ticks = ticksTo(Math.max(0, ...order.flatMap((at) => [lengthOf(at), mark?.values[at] ?? 0])), 5)
  const x = linearScale(ticks.at(-1) ?? 1, 0, 100)
  const base = order.length * BAR
  return (
    <svg className={chart} height={`${base + AXIS}em`} role="img" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{`${title}, ${unit}`}</title>
      <desc id={`${id}d`}>{wordsOf(props, order)}</desc>
      <defs>
        <pattern id={`${id}s`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={paint} data-part={1} />
          <line y2="6" strokeWidth="3" className={stroke} data-stripe="" />
        </pattern>
      </defs>
      {ticks.map((tick, at) => (
        <g key={tick}>
          <line className={stroke} data-grid="" x1={`${x(tick)}%`} x2={`${x(tick)}%`} y2={`${base + 0.2}em`} />
          <text
            className={text}
            x={`${x(tick)}%`}
            y={`${base + 1.3}em`}
            textAnchor={at === 0 ? 'start' : at === ticks.length - 1 ? 'end' : 'middle'}
          >
            {at === ticks.length - 1 ? `${formatNumber(tick)} ${unit}` : formatNumber(tick)}
          </text>
        </g>
      ))}
      {order.map((at, row) => {
        const y = row * BAR
        const limit = mark?.values[at]
        const over = limit && lengthOf(at) > limit ? limit : null
        return (
          <g key={at}>
            <text className={text} data-name="" y={`${y + 1}em`}>
              {labels[at]}
            </text>
            <text
              className={text}
              data-value=""
              data-over={over !== null || undefined}
              x="100%"
              y={`${y + 1}em`}
              textAnchor="end"
            >
              {number(lengthOf(at))}
              {mark && ` of ${limit ? number(limit) : '–'}${over === null ? '' : ', over'}`}
            </text>
            {partsOf(series, at).map(({ from, to }, part) => (
              <rect
                key={series[part]?.label}
                className={paint}
                data-part={part}
                {...(part === 1 && { style: { fill: `url(#${id}s)` } })}
                x={`${x(from)}%`}
                width={`${x(to - from)}%`}
                y={`${y + 1.35}em`}
                height="0.8em"
              />
            ))}
            {over !== null && (
              <rect
                className={paint}
                data-part="over"
                x={`${x(over)}%`}
                width={`${x(lengthOf(at) - over)}%`}
                y={`${y + 1.35}em`}
                height="0.8em"
              />
            )}
            {!!limit && (
              <line
                className={stroke}
                data-limit=""
                x1={`${x(limit)}%`}
                x2={`${x(limit)}%`}
                y1={`${y + 1.2}em`}
                y2={`${y + 2.3}em`}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

const [PLOT, TOP] = [13, 1.5]

/** Lines from left to right, each with its last figure at its end. */
const Lines = (props: ChartProps) => {
  const { labels, series, mark, unit, title } = props
  const id = useId()
  const drawn = [...series, ...(mark ? [mark] : [])]
  const ticks = ticksTo(Math.max(0, ...drawn.flatMap(({ values }) => values.map((value) => value ?? 0))), 5)
  const top = ticks.at(-1) ?? 1
  const y = linearScale(top, PLOT + TOP, TOP)
  const x = linearScale(Math.max(1, labels.length - 1), 0, 100)
  const every = Math.max(1, Math.ceil(labels.length / 6))
  const pointsOf = ({ values }: Series) =>
    values.flatMap((value, at) => (value === null ? [] : [`${x(at)},${100 - (value / top) * 100}`])).join(' ')
  return (
    <svg className={chart} height={`${PLOT + TOP + AXIS}em`} role="img" aria-labelledby={`${id}t ${id}d`}>
      <title id={`${id}t`}>{`${title}, ${unit}`}</title>
      <desc id={`${id}d`}>{wordsOf(props, [])}</desc>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={stroke} data-grid="" x2="100%" y1={`${y(tick)}em`} y2={`${y(tick)}em`} />
          <text className={text} y={`${y(tick) - 0.25}em`}>
            {tick === top ? `${formatNumber(tick)} ${unit}` : formatNumber(tick)}
          </text>
        </g>
      ))}
      <svg y={`${TOP}em`} height={`${PLOT}em`} viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
        {drawn.map((one, at) => (
          <polyline
            key={one.label}
            className={stroke}
            data-part={one === mark ? 'mark' : at}
            points={pointsOf(one)}
            fill="none"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {labels.map(
        (label, at) =>
          at % every === 0 && (
            <text
              key={label}
              className={text}
              x={`${x(at)}%`}
              y={`${PLOT + TOP + 1.3}em`}
              textAnchor={at === 0 ? 'start' : x(at) > 92 ? 'end' : 'middle'}
            >
              {label}
            </text>
          ),
      )}
    </svg>
  )
}

const figure = css({ padding: '4', marginBottom: '3', layerStyle: 'card' })
const head = css({ flow: '2', justifyContent: 'space-between', marginBottom: '3' })
const legend = css({
  flow: '3',
  fontSize: 'sm',
  color: 'muted',
  '& li': { inlineRow: '1.5' },
  '& [data-part="1"]': { fill: 'prevailing' },
})
const note = css({ marginTop: '2', fontSize: 'sm', color: 'muted' })
const chart = css({ display: 'block', width: 'full', overflow: 'visible', fontSize: 'sm' })
const text = css({
  fill: 'muted',
  '&[data-name]': { fill: 'ink', fontWeight: 'medium' },
  '&[data-value]': { fill: 'ink', fontWeight: 'section' },
  '&[data-over]': { fill: 'attention' },
})
const paint = css({
  fill: 'job.1',
  '&[data-part="1"]': { fill: 'prevailing.soft' },
  '&[data-part="2"]': { fill: 'job.7' },
  '&[data-part="over"]': { fill: 'attention' },
})
const stroke = css({
  strokeWidth: '2px',
  stroke: 'ink',
  '&[data-grid]': { stroke: 'line', strokeWidth: '1px' },
  '&[data-stripe]': { stroke: 'prevailing', strokeWidth: '3px' },
  '&[data-part="1"]': { stroke: 'attention', strokeDasharray: '7 4' },
  '&[data-part="mark"]': { stroke: 'muted', strokeDasharray: '2 3' },
  '&[data-limit]': { stroke: 'ink', strokeWidth: '3px' },
})
