import { startPage } from "./start.tsx";
import "../shared/pages.css";
import "./worker.css";

startPage();
