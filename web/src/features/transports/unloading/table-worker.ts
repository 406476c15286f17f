import { answerReads } from '../../../components/table-import/read-file.ts';
import { UNLOADING_TABLE } from './unloading-table.ts';

answerReads(UNLOADING_TABLE);
