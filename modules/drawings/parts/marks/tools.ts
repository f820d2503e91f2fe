import type { Tool } from '../sheet/sheet-view.tsx'

export interface ToolFace {
  readonly tool: Tool
  readonly label: string
  readonly icon: string
  /** The key that chooses it. */
  readonly key: string
}

/** The tools in the order of the bar. */
export const tools: readonly ToolFace[] = [
  { tool: 'select', label: 'Select', icon: 'mouse-pointer-2', key: 'v' },
  { tool: 'hand', label: 'Move', icon: 'hand', key: 'h' },
  { tool: 'pen', label: 'Pen', icon: 'pencil', key: 'p' },
  { tool: 'line', label: 'Line', icon: 'minus', key: 'l' },
  { tool: 'arrow', label: 'Arrow', icon: 'arrow-up-right', key: 'a' },
  { tool: 'rectangle', label: 'Rectangle', icon: 'square', key: 'r' },
  { tool: 'ellipse', label: 'Ellipse', icon: 'circle', key: 'o' },
  { tool: 'cloud', label: 'Cloud', icon: 'cloud', key: 'c' },
  { tool: 'text', label: 'Text', icon: 'type', key: 't' },
  { tool: 'highlight', label: 'Highlight', icon: 'highlighter', key: 'i' },
  { tool: 'measure', label: 'Measure', icon: 'ruler', key: 'm' },
  { tool: 'photo', label: 'Photo', icon: 'camera', key: 'f' },
  { tool: 'pin', label: 'Pin', icon: 'map-pin', key: 'k' },
]

export const inks = [
  { color: '#d92d20', label: 'Red' },
  { color: '#1b57c2', label: 'Blue' },
  { color: '#0f766e', label: 'Green' },
  { color: '#b7791f', label: 'Ochre' },
  { color: '#141b22', label: 'Black' },
] as const
export const widths = [
  { width: 1, label: 'Thin' },
  { width: 2, label: 'Medium' },
  { width: 4, label: 'Thick' },
] as const

/** What marks are drawn with; the width is in thousandths of the page's. */
export interface Ink {
  readonly color: string
  readonly width: number
}
/** Whether what a tool makes has a colour and a width. */
export const hasInk = (tool: Tool): boolean => !['select', 'hand', 'photo', 'pin'].includes(tool)
