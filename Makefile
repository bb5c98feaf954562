# `make EXE=name` builds the engine as `name`, as OpenBench asks for it; `EVALFILE=new.net` makes that net a
# part of it; `TUNING=1` makes every constant of the search a UCI option.
EXE ?= sakdi
ifeq ($(OS),Windows_NT)
    override EXE := $(EXE:.exe=).exe
endif
ifdef EVALFILE
    export SAKDI_EVALFILE := $(EVALFILE)
endif

ifdef TUNING
    FEATURES := --features tuning
endif

.PHONY: all
all:
	cargo rustc --release --bin sakdi $(FEATURES) -- --emit link=$(EXE)
