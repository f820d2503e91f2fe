import type { ReactNode } from 'react'
import { css, sva } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'tile',
  slots: ['root', 'icon', 'words', 'title', 'note'],
  base: {
    root: {
      display: 'flex',
      flexDirection: { base: 'row', md: 'column' },
      alignItems: { base: 'center', md: 'stretch' },
      justifyContent: { md: 'space-between' },
      gap: '4',
      minHeight: { base: '24', md: '10.5rem' },
      padding: { base: '4.5', md: '6' },
      background: 'card',
      border: '1px solid {colors.line}',
      borderRadius: 'xl',
      transition: 'border-color {durations.fast}',
      _hover: { borderColor: 'primary' },
    },
    icon: { color: 'primary', lineHeight: 'none' },
    words: { display: 'grid', gap: '0.5', minWidth: '0' },
    title: { textStyle: 'tile' },
    note: { color: 'muted' },
  },
  variants: { attention: { true: { note: { color: 'attention', fontWeight: 'medium' } } } },
})

/** An entry of the home page. */
export interface TileProps {
  href: string
  title: string
  icon: IconProps['name']
  /** What is new there, in a few words. */
  note?: ReactNode
  /** The note wants something done. */
  attention?: boolean
}

/** The way into one part of the product: a card at a desk, a row on a phone. */
export const Tile = ({ href, title, icon, note, attention }: TileProps) => {
  const styles = recipe({ attention })
  return (
    <a href={href} className={styles.root}>
      <span className={styles.icon}>
        <Icon name={icon} size="lg" />
      </span>
      <span className={styles.words}>
        <b className={styles.title}>{title}</b>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </a>
  )
}

/** Tiles beside each other at a desk, below each other on a phone. */
export const tiles = css({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
  gap: '4',
  maxWidth: '1120px',
})
