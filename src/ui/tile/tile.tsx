import type { ReactNode } from 'react'
import { css, sva } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'tile',
  slots: ['root', 'icon', 'text', 'title', 'note'],
  base: {
    root: {
      display: 'flex',
      alignItems: 'center',
      gap: { base: '2.5', md: '3.5' },
      minWidth: '0',
      minHeight: '4.25rem',
      paddingInline: { base: '3', md: '4' },
      paddingBlock: '2.5',
      background: 'card',
      border: '1px solid {colors.line}',
      borderRadius: 'xl',
      transition: 'border-color {durations.fast}',
      _hover: { borderColor: 'primary' },
    },
    icon: { color: 'primary', lineHeight: 'none' },
    text: { display: 'grid', gap: '0.5', minWidth: '0' },
    title: { textStyle: 'section', fontSize: { base: 'lg', md: 'section' } },
    note: { textStyle: 'small', color: 'muted' },
  },
  variants: {
    attention: { true: { note: { color: 'attention', fontWeight: 'medium' } } },
    slim: {
      true: {
        root: {
          mdDown: {
            flexDirection: 'column',
            justifyContent: 'center',
            gap: '1',
            paddingBlock: '2',
            paddingInline: '0.5',
          },
        },
        text: { mdDown: { textAlign: 'center' } },
        title: { mdDown: { fontSize: 'xs', lineHeight: 'tight', overflowWrap: 'anywhere' } },
        note: { mdDown: { display: 'none' } },
      },
    },
  },
})

export interface TileProps {
  /** Where it leads. */
  href: string
  /** The name of the place. */
  title: string
  /** The place’s icon. */
  icon: IconProps['name']
  /** A short status text. */
  note?: ReactNode
  /** Highlights the note. */
  attention?: boolean
  /** On phones it is its icon over its name, so that five stand beside one another. */
  slim?: boolean
}

/** A link of the home page and of the setup: its icon, its name, and how it stands there. */
export const Tile = ({ href, title, icon, note, attention, slim }: TileProps) => {
  const styles = recipe({ attention, slim })
  return (
    <a href={href} className={styles.root}>
      <span className={styles.icon}>
        <Icon name={icon} size="lg" />
      </span>
      <span className={styles.text}>
        <b className={styles.title}>{title}</b>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </a>
  )
}

/** The layout of tiles: a row on wide screens, two a row on phones from four tiles on, one where text is large. */
export const tiles = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(14rem, 1fr))' },
  gap: { base: '2', md: '3' },
  mdDown: {
    '&:has(> :nth-child(4))': {
      gridTemplateColumns: 'repeat(auto-fill, minmax(max(8.5rem, 50% - 1rem), 1fr))',
      '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
    },
  },
})

/** The same for slim tiles: on phones as many beside one another as fit. */
export const slimTiles = css({
  display: 'grid',
  gridTemplateColumns: {
    base: 'repeat(auto-fit, minmax(3.5rem, 1fr))',
    md: 'repeat(auto-fill, minmax(14rem, 1fr))',
  },
  gap: { base: '2', md: '3' },
})
