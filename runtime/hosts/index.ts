/** Which channel of a tool result each host hands the model: the table, and what it makes of a given result. */
export { hosts } from './table.js';
export type { HostId } from './table.js';
export { hostIds, hostOf, isHostId, modelView } from './model-view.js';
export type { Lost, ModelView } from './model-view.js';
export type { Why } from './choose-channels.js';
export type { Json } from './json.js';
export { piecesOf } from './pieces.js';
export type { BlockPiece, DataPiece, Piece, TextPiece } from './pieces.js';
export {
  errorTextDroppedBy,
  errorViewDroppedBy,
  listNames,
  textDroppedBy,
  textDroppedForEmptyViewBy,
  viewNeverShownBy,
} from './names.js';
export type {
  Block,
  BlockFates,
  BlockKind,
  Counts,
  Fate,
  Host,
  Limit,
  Policy,
  Reads,
  Source,
  ToolResult,
} from './types.js';
